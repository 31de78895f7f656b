"""A small web shop on loopback to try the product on, written as a normal site would be, and solved runs on it."""
