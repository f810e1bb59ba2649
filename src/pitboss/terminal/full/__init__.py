"""The full-screen table: Textual is loaded here and nowhere else."""
