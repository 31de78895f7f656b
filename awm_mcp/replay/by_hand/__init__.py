"""What an agent does by hand in the page (``browser_*``), and what is remembered of it."""
