"""How Mississippi Stud is dealt: rules, the script and a bot."""
