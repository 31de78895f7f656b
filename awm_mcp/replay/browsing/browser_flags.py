"""How a browser of our own is started: silent towards its maker, and without windows' work that nobody looks at."""

from __future__ import annotations

# Chromium takes the last `--disable-features` only, so ours repeats what Playwright switches off.
_OFF_IN_PLAYWRIGHT = (
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "TcpPortRandomizationWin", "OptimizationHints", "NetworkTimeServiceQuerying",
    "AimEnabled", "PreconnectToSearch", "msForceBrowserSignIn", "msEdgeUpdateLaunchServicesPreferredVersion",
)  # fmt: skip
# Suggestions under the address bar are web pages of their own, loaded for each window: half the cost of a context.
_OF_THE_ADDRESS_BAR = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
# Which fields a form has is asked of the maker's server, and would be told as a host that the page was kept from.
_TO_ITS_MAKER = ("AutofillServerCommunication",)
DISABLED_FEATURES = (*_OFF_IN_PLAYWRIGHT, *_OF_THE_ADDRESS_BAR, *_TO_ITS_MAKER)
BROWSER_FLAGS = (
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run",
    "--no-default-browser-check", "--disable-default-apps", "--disable-client-side-phishing-detection",
    "--disable-domain-reliability", "--no-pings", "--password-store=basic",
    # Media connections would bypass the proxy; they may use what the proxy can see or nothing.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp", "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
)  # fmt: skip
