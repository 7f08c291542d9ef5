// Forms whose fields show their own errors.

/** Whether no field of the form says that it is wrong; the first that does gets the focus. */
export function allRight(form: HTMLFormElement): boolean {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid="true"]');
  wrong?.focus();
  return wrong === null;
}
