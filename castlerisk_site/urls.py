"""Which address shows which page."""

from django.urls import path

from games import views

urlpatterns = [
    path("", views.landing, name="landing"),
]
