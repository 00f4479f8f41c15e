/** An error about one option, in the wording that all of them share. */
export function badOption(name: string, problem: string): TypeError {
  return new TypeError(`Cannot start run as "${name}" ${problem}`);
}

/**
 * Returns the value when it is a whole number within its bounds.
 *
 * @throws RangeError that names the option and the value
 */
export function wholeNumber(
  name: string,
  value: number,
  min: number,
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const bounds = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  throw new RangeError(
    `Cannot start run as "${name}" must be a whole number ${bounds}: current value is ${value}`,
  );
}
