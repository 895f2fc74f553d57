"""The look of the admin."""

from django.templatetags.static import static

UNFOLD = {
    "SITE_TITLE": "Castlerisk",
    "SITE_HEADER": "Castlerisk",
    "SITE_SUBHEADER": "Moderation",
    "SITE_SYMBOL": "castle",
    "SITE_FAVICONS": [
        {"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("icons/icon.svg")}
    ],
    "STYLES": [lambda request: static("admin/admin.css")],
    "SHOW_HISTORY": False,
    "DASHBOARD_CALLBACK": "games.admin.dashboard.context",
    "COLORS": {
        "primary": {
            "50": "#eef6f5",
            "100": "#d5e8e6",
            "200": "#aed2ce",
            "300": "#7fb5b0",
            "400": "#529791",
            "500": "#357b76",
            "600": "#21625e",
            "700": "#1c4f4d",
            "800": "#19403f",
            "900": "#173635",
            "950": "#0a201f",
        }
    },
}
