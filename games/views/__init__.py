"""Views: the site's pages, and the endpoints to which their forms post.

Every view checks access before it queries what it shows. Other packages import only the middleware
and the URLs' views. Below: `page`, `panel`, `lobby`, `moderation`, `play`.
"""
