import { Component, type ReactNode } from 'react';
import { Button } from './button.tsx';

export interface ErrorBoundaryProps {
  readonly what: string;
  readonly children: ReactNode;
}

/** Shows a failure instead of a component that crashed. Omits the error's text, which may quote data of the service. */
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
          <strong>{this.props.what} couldn’t be shown.</strong> This is a problem in Easel, not in the
          service. Jobs continue.
        </p>
        <Button variant="primary" onClick={() => this.setState({ failed: false })}>
          Try again
        </Button>
      </div>
    );
  }
}
