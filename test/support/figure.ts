/** A figure of a unit test, which `npm run nightly security` prints. */
export function figureOf({ meta }: { readonly meta: object }, figure: string): void {
  Object.assign(meta, { figure });
}
