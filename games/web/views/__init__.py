"""Views: the site's pages, and the endpoints to which their forms post.

Every view checks access before it queries what it shows. Only `castlerisk_site` imports this
package. Built on `page`, `panel`, `lobby`, `moderation`, `play`.
"""
