import { NumberInput, type NumberInputProps } from '@mantine/core'

/** All figures of an application are whole. */
export const WholeNumber = (props: NumberInputProps) => (
  <NumberInput allowDecimal={false} thousandSeparator {...props} />
)
