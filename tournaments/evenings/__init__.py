"""A club's evenings before they begin: when, and who comes, perhaps comes, or does not. The tournament that is opened
for one enters those who said that they come."""
