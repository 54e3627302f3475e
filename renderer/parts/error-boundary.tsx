/** Keeps a fault in one part from blanking the window: the rest stays usable, nothing typed elsewhere is lost. */
import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';

export interface ErrorBoundaryProps {
  /** What could not be drawn, as a person would name it: "This screen". What stands outside of one blanks the window. */
  readonly what: string;
  readonly children: ReactNode;
}

/** React offers this only as a class. The error's text is not shown: it may quote what the service sent. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="column-3 start padded" role="alert">
        <p>
          <strong>{this.props.what} could not be shown.</strong> A problem in Easel, not the service. Jobs
          continue.
        </p>
        <Button variant="primary" onClick={() => this.setState({ failed: false })}>
          Try again
        </Button>
      </div>
    );
  }
}
