; Electron's toast activator writes a shortcut and a class of its own into the account that a notice is shown in
; (windows_toast_activator.cc). The uninstaller takes both from the account that it runs in.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    SetShellVarContext current
    Delete "$SMPROGRAMS\${PRODUCT_NAME}.lnk"
    DeleteRegKey HKCU "Software\Classes\CLSID\{0F4C363D-DC2E-499C-9A40-6B183C150EE1}"
    SetShellVarContext all
  ${endIf}
!macroend
