// A labelled control with its error. Its name is the path under which the service reports errors: `items[0].adId`.
import { type ComponentProps, createContext, type ReactNode, use, useId } from 'react';
import type { FieldError } from '../api/failure.ts';

// #region a field with its error
export const FieldErrors = createContext<readonly FieldError[]>([]);

type FieldProps = ComponentProps<'input'> & { readonly label: string; readonly name: string };

export function Field({ label, ...input }: FieldProps) {
  const id = useId();
  const error = use(FieldErrors).find(({ field }) => field === input.name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        {...input}
      />
      <span id={`${id}-error`} className="error">
        {error?.message}
      </span>
    </div>
  );
}
// #endregion

type TextFieldProps = ComponentProps<'textarea'> & {
  readonly label: string;
  readonly name: string;
};

/** Text of several lines. */
export function TextField({ label, ...area }: TextFieldProps) {
  const id = useId();
  const error = use(FieldErrors).find(({ field }) => field === area.name);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={4}
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-error`}
        {...area}
      />
      <span id={`${id}-error`} className="error">
        {error?.message}
      </span>
    </div>
  );
}

export const NumberField = (props: FieldProps) => (
  <Field type="number" step="any" {...props} />
);

/** What the fields for a draft's values need, by the value's name. */
export const fieldsOf =
  <Draft extends object>(
    draft: Draft,
    onChange: (draft: Draft) => void,
    { namePrefix = '', labelSuffix = '' } = {},
  ) =>
  (name: keyof Draft & string, label: string) => ({
    name: namePrefix + name,
    label: label + labelSuffix,
    value: String(draft[name]),
    onChange: ({ target }: { target: { value: string } }) =>
      onChange({ ...draft, [name]: target.value }),
  });

export function Checkbox({ label, ...input }: FieldProps) {
  return (
    <label className="checkbox">
      <input type="checkbox" {...input} /> {label}
    </label>
  );
}

type SelectProps = ComponentProps<'select'> & {
  readonly label: string;
  readonly children: ReactNode;
};

export function Select({ label, ...select }: SelectProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} {...select} />
    </div>
  );
}
