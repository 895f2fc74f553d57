"""Views: the pages of the site and the endpoints their forms post to.

Every view checks access before it queries what it shows. Templates get their context from the
packages next door (panel, page, lobby, moderation); views only read the request and answer it.
"""
