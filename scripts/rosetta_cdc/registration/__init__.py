"""Topics that no row of the registry matches: which they are, what their messages look like, and the rows that would register them."""
