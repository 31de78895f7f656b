"""Tasks that no workflow of the practice applications does: what a search must not be sure about.

``NOTHING``: nothing that is known helps, so the verdict has to be skip. ``NEAR``: the same things, but another or a further
thing is asked; skip and adapt are both right, run is wrong.
"""

from __future__ import annotations

SHOP, TRACKER, FORMS, GITLAB = "127.0.0.1:9401", "127.0.0.1:9403", "127.0.0.1:9406", "127.0.0.1:9602"

NOTHING: tuple[tuple[str | None, str], ...] = (
    (SHOP, "What is the weather in Berlin tomorrow?"),
    (SHOP, "Delete my account"),
    (SHOP, "Change the password of my login to something longer"),
    (SHOP, "Find the opening hours of the store in Leeds"),
    (SHOP, "Subscribe to the newsletter with a.b@mail.test"),
    (SHOP, "Summarise this PDF for me"),
    (SHOP, "How do I return a damaged parcel?"),
    (SHOP, "Write an email to the support team about a late delivery"),
    (SHOP, "Translate 'good morning' into French"),
    (SHOP, "Fix the failing unit test in parser.py"),
    (SHOP, "Download the invoice of order 100042"),
    (SHOP, "Cancel order 100042"),
    (TRACKER, "Delete the project Orchard Web"),
    (TRACKER, "Upload the file plan.pdf to the documents"),
    (TRACKER, "Book a flight from Zurich to Oslo on 3 May"),
    (TRACKER, "Invite a new member by e-mail"),
    (TRACKER, "Show the Gantt chart"),
    (TRACKER, "Change the theme of the site to dark"),
    (TRACKER, "Export the calendar as an ICS file"),
    (TRACKER, "What did the news say about the election?"),
    (FORMS, "Play the song 'Blue in Green'"),
    (FORMS, "Resize the window to 800 by 600"),
    (FORMS, "Draw a circle around the triangle"),
    (GITLAB, "Fork the repository and open a merge request"),
    (GITLAB, "Rotate the deploy token"),
    (GITLAB, "Start a pipeline on the main branch"),
    (GITLAB, "Turn off e-mail notifications"),
    (GITLAB, "Order a pizza with extra cheese"),
    (GITLAB, "Who won the match last night?"),
    (None, "Book a table for four at an Italian restaurant"),
    (None, "Play some jazz"),
    (None, "What is 17 times 23?"),
    (None, "Find a good hiking trail near Bergen"),
    (None, "Pay my electricity bill"),
    (None, "Renew my passport"),
    (None, "hello"),
    (None, "Refactor the database module to use async sessions"),
    (None, "ﷺ 𝒳 🤷"),
)

NEAR: tuple[tuple[str | None, str], ...] = (
    (SHOP, "Find the price of Ember Pocket Stove and write a review of it"),
    (SHOP, "Remove Enamel Mug from the basket"),
    (SHOP, "Find the price of the cheapest tent, then put two of them into the basket"),
    (SHOP, "As staff, delete the voucher 'Autumn deal'"),
    (SHOP, "Delete my review of Orienteering Compass"),
    (TRACKER, "Delete the issue 'Refund webhook times out'"),
    (TRACKER, "Remove Diego Romero as a watcher of the issue 'Export to CSV drops last row'"),
    (TRACKER, "Which is the oldest closed issue with priority Low in the project Orchard Web?"),
    (TRACKER, "How many hours were logged on the issue 'Add dark theme'?"),
    (TRACKER, "Delete the wiki page 'Coding style' of Orchard Web"),
    (GITLAB, "Reopen the issue 'Dashboard widget layout breaks at 1440px viewport'"),
    (GITLAB, "Delete the epic 'Mobile App v2'"),
    (GITLAB, "Remove the 'security' label from the issue 'File upload fails silently for files > 50MB'"),
    (GITLAB, "How many issues have the label 'security'?"),
    (GITLAB, "Close the milestone 'v4.2 - Security Hardening'"),
    (GITLAB, "Close the issue 'A' and create a new epic titled 'B'"),
    (GITLAB, "What is the weight of the issue 'Add webhook support for issue state changes'?"),
)
