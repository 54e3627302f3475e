/**
 * A session's two permission handlers, and one question to both.
 */
type RequestHandler = (
  webContents: unknown,
  permission: string,
  callback: (granted: boolean) => void,
  details: Readonly<Record<string, unknown>>,
) => void;
type CheckHandler = (
  webContents: unknown,
  permission: string,
  requestingOrigin: string,
  details: Readonly<Record<string, unknown>>,
) => boolean;

export type PermissionQuestion = {
  readonly contents: unknown;
  readonly permission: string;
  readonly url: string;
  readonly origin: string;
  readonly embeddingOrigin: string;
};

const DEADLINE_MS = 2000;

export class PermissionHandlers {
  request: RequestHandler | null = null;
  check: CheckHandler | null = null;

  /** True if both handlers agree. As in Electron a missing handler agrees to all; no answer in 2 s is a no. */
  async allows(question: PermissionQuestion): Promise<boolean> {
    const { contents, permission, origin, url } = question;
    const common = {
      requestingUrl: url,
      securityOrigin: `${origin}/`,
      embeddingOrigin: question.embeddingOrigin,
      isMainFrame: true,
    };
    if (this.check?.(contents, permission, origin, common) === false) return false;
    const handler = this.request;
    if (!handler) return true;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, DEADLINE_MS, false);
      const answer = (granted: boolean): void => {
        clearTimeout(timer);
        resolve(granted);
      };
      handler(contents, permission, answer, common);
    });
  }
}
