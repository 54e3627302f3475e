; For notifications, Electron writes a Start menu shortcut and a registry class for the current user
; (windows_toast_activator.cc). The uninstaller removes both for the user who runs it.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    SetShellVarContext current
    Delete "$SMPROGRAMS\${PRODUCT_NAME}.lnk"
    DeleteRegKey HKCU "Software\Classes\CLSID\{0F4C363D-DC2E-499C-9A40-6B183C150EE1}"
    SetShellVarContext all
  ${endIf}
!macroend
