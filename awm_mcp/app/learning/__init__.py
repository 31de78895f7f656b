"""From reported runs to drafts that are proven and published."""
