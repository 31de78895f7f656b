"""What the practice shop's words may be replaced by: each is one that shops really use for the same thing."""

from __future__ import annotations

WORDS = {
    "Search": ["Find", "Look up"],
    "Search products": ["Find products", "Look up products"],
    "Add to cart": ["Put in basket", "Add to basket", "Add to bag"],
    "Cart": ["Basket", "Bag"],
    "Your cart": ["Your basket", "Your bag"],
    "Check out": ["Go to checkout", "Proceed"],
    "Continue shopping": ["Keep shopping", "Back to the shop"],
    "Quantity": ["Amount", "Pieces", "Qty"],
    "Remove": ["Take out", "Delete"],
    "Total": ["Sum", "Amount due"],
    "Contact": ["Reach us", "Write to us"],
    "Contact us": ["Get in touch", "Talk to us"],
    "Your name": ["Full name", "Name"],
    "Email": ["Email address", "E-mail"],
    "Topic": ["Subject", "Regarding"],
    "Message": ["Your message", "Text"],
    "Send message": ["Submit message", "Submit"],
    "Send me a copy": ["Mail me a copy", "Copy to me"],
    "Sign in": ["Log in", "Log on"],
    "Subscribe": ["Sign up", "Join"],
    "Place order": ["Buy now", "Order now"],
    "Sort by": ["Order by", "Arrange by"],
    "Home": ["Start", "Shop"],
    "Reviews": ["Opinions", "What customers say"],
}
