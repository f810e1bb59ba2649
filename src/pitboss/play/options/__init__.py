"""House rules as options: types, values, conditions and rules files."""
