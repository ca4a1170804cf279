import { NumberInput, type NumberInputProps } from '@mantine/core'
import { locale } from '../../text.ts'

const separator = new Intl.NumberFormat(locale).formatToParts(10_000).find(({ type }) => type === 'group')?.value ?? ''

export const WholeNumber = (props: NumberInputProps) => (
  <NumberInput allowDecimal={false} thousandSeparator={separator} {...props} />
)
