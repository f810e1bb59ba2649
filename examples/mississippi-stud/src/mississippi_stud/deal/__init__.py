"""Dealing Mississippi Stud: rules, the script and a bot."""
