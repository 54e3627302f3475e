import { useEffect, useRef, type FormHTMLAttributes, type Ref } from 'react';

export interface FormProps extends Omit<FormHTMLAttributes<HTMLFormElement>, 'onSubmit' | 'noValidate'> {
  readonly onSubmit: () => void;
  readonly ref?: Ref<HTMLFormElement>;
}

export function Form({ onSubmit, ...attributes }: FormProps) {
  return (
    <form
      {...attributes}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    />
  );
}

/** Returns a ref for a form's element. After each change of `errors`, the form's first invalid field gets the focus. */
export function useErrorFocus<E extends HTMLElement>(errors: Readonly<Record<string, string>>) {
  const element = useRef<E>(null);
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);
  return element;
}
