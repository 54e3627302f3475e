/** Gives the focus to the rows of the screen, when it was lost with a button that went away. */
export function focusRowsIfLost(): void {
  if (document.activeElement !== document.body) return;
  document.querySelector<HTMLElement>('[role="grid"]')?.focus();
}
