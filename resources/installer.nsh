; The app registers sluice:// for its user when it starts; an update keeps it, an uninstall takes it away.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\sluice"
  ${endIf}
!macroend
