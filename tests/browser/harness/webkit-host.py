"""A bare WebKitGTK browser for WebKitWebDriver: a window of a given size, and storage in a given folder.

MiniBrowser keeps nothing on the disk under automation, so it cannot show what survives a crash, and it is never narrow.
Arguments: --automation PROFILE WIDTH HEIGHT light|dark motion|still
"""

import json
import os
import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

profile, width, height, scheme, motion = sys.argv[2:7]
size = (int(width), int(height))

# How a kill from outside finds this process: the driver does not tell.
with open(os.path.join(profile, "pid"), "w", encoding="ascii") as file:
    file.write(str(os.getpid()))

# The pages' console comes out on the error channel of the processes that this one starts, whatever the setting is called.
console = os.open(os.path.join(profile, "console.log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
os.dup2(console, 2)

settings = Gtk.Settings.get_default()
settings.set_property("gtk-application-prefer-dark-theme", scheme == "dark")
settings.set_property("gtk-enable-animations", motion == "motion")

store = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(profile, "data"),
    base_cache_directory=os.path.join(profile, "cache"),
)
context = WebKit2.WebContext(website_data_manager=store)
context.set_automation_allowed(True)
context.set_sandbox_enabled(False)

views = []


def show():
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    options = view.get_settings()
    # Console messages are how the harness learns of errors in the page.
    options.set_enable_write_console_messages_to_stdout(True)
    options.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    window = Gtk.Window(decorated=False)
    window.set_default_size(*size)
    window.add(view)
    view.connect("close", lambda _: window.destroy())
    window.show_all()
    view.grab_focus()
    views.append(view)
    return view


def picture():
    """Saves a picture as `picture.json` asks: the driver's own never comes when the page has nothing to scroll."""
    with open(os.path.join(profile, "picture.json"), encoding="utf-8") as file:
        wish = json.load(file)
    region = WebKit2.SnapshotRegion.FULL_DOCUMENT if wish["full"] else WebKit2.SnapshotRegion.VISIBLE

    def save(view, result):
        part = wish["file"] + ".part"
        view.get_snapshot_finish(result).write_to_png(part)
        os.rename(part, wish["file"])

    views[wish["view"]].get_snapshot(region, WebKit2.SnapshotOptions.NONE, None, save)
    return GLib.SOURCE_CONTINUE


GLib.unix_signal_add(GLib.PRIORITY_DEFAULT, signal.SIGUSR1, picture)


def automation_started(_, session):
    info = WebKit2.ApplicationInfo.new()
    info.set_name("colloquy-host")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", lambda *_: show())


context.connect("automation-started", automation_started)
Gtk.main()
