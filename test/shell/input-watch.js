/** Handles input events before the page. Runs in an isolated world of each frame of a page or a webview's guest. */

/**
 * @param {(name: 'before-input-event' | 'before-mouse-event', input: Record<string, unknown>) => boolean} isPrevented
 * returns true if the app prevents the input; the page then gets no event
 */
export function watchInput(isPrevented) {
  const buttons = ['left', 'middle', 'right'];
  // If the app prevents a mouse press, the later events of the same click are prevented too.
  let swallowing = false;

  /** @param {Event} event */
  const swallow = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (!event.isTrusted) return;
    const { shiftKey: shift, ctrlKey: control, altKey: alt, metaKey: meta } = event;
    const modifiers = Object.entries({ shift, control, alt, meta }).flatMap(([name, on]) => (on ? name : []));
    const { key, code, repeat: isAutoRepeat, isComposing, location } = event;
    const type = event.type === 'keydown' ? 'keyDown' : 'keyUp';
    const held = { shift, control, alt, meta, modifiers };
    const input = { type, key, code, isAutoRepeat, isComposing, location, ...held };
    if (isPrevented('before-input-event', input)) swallow(event);
  };

  /** @param {PointerEvent} event */
  const onPress = (event) => {
    if (!event.isTrusted || event.pointerType !== 'mouse') return;
    const { clientX: x, clientY: y } = event;
    const input = { type: 'mouseDown', button: buttons[event.button], clickCount: 1, x, y };
    swallowing = isPrevented('before-mouse-event', input);
    if (swallowing) swallow(event);
  };

  addEventListener('keydown', onKey, true);
  addEventListener('keyup', onKey, true);
  addEventListener('pointerdown', onPress, true);
  for (const type of ['mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu']) {
    addEventListener(type, (event) => swallowing && event.isTrusted && swallow(event), true);
  }
}
