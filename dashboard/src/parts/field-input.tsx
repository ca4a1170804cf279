import { NumberInput, Radio, Select, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { HTMLAttributes, ReactNode } from 'react'
import { fill, locale, t } from '../text.ts'
import { type BodyField, isLong, isNumber } from './body-schema.ts'
import { Note } from './text.tsx'

/** The props of an input in a dialog. */
export interface InputProps<Value> {
  readonly label: string
  readonly description: string | undefined
  readonly required: boolean
  readonly error: string | null
  readonly value: Value
  readonly onChange: (value: Value) => void
  /** Finds the input of a field that was refused. */
  readonly 'data-path': string
  readonly disabled?: boolean
}

type Native = Pick<HTMLAttributes<HTMLInputElement>, 'inputMode'>

export interface FieldOptions<Value, Values> extends Native {
  readonly label: string
  readonly help?: string
  /** The error of an empty field, which makes the field required. */
  readonly missing?: string
  /** A fault of the value that the schema does not know. */
  readonly check?: (value: Value, values: Values) => string | null
  /** The names of the choices; as pairs with a description, they are shown one below the other. */
  readonly choices?: Readonly<Record<string, string | readonly [label: string, about?: string]>>
  /** Shows another input. */
  readonly input?: (props: InputProps<Value>) => ReactNode
  readonly isHidden?: (values: Values) => boolean
  readonly isDisabled?: (values: Values) => boolean
  readonly type?: 'date' | 'datetime-local' | 'email' | 'time' | 'url'
  readonly autoComplete?: string
  /** The unit of an amount, inside the input. */
  readonly unit?: string
  readonly placeholder?: string
  /** An amount with separators of thousands, unlike a port or an ID. */
  readonly isGrouped?: boolean
}

const separator = new Intl.NumberFormat(locale).formatToParts(10_000).find(({ type }) => type === 'group')?.value ?? ''

interface InputPlace<Values> {
  readonly field: BodyField
  readonly options: FieldOptions<unknown, Values>
  readonly isDisabled?: boolean
  readonly props: InputProps<unknown>
}

/** The input that fits the schema. */
export function FieldInput<Values>({ field, options, isDisabled = false, props }: InputPlace<Values>) {
  const { choices, type, inputMode, autoComplete, placeholder, unit } = options
  const { value, onChange, ...rest } = props
  const common = { ...rest, disabled: isDisabled, placeholder, autoComplete }
  const text = typeof value === 'string' ? value : ''
  const onType = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
    onChange(currentTarget.value)
  if (choices && Object.values(choices).some((choice) => typeof choice === 'object'))
    return (
      <Radio.Group {...rest} value={text === '' ? null : text} onChange={onChange}>
        <Stack gap="xs" mt={6}>
          {Object.entries(choices).map(([name, [label, about]]) => (
            <Radio key={name} value={name} label={label} description={about} />
          ))}
        </Stack>
      </Radio.Group>
    )
  if (choices)
    return (
      <Select
        {...common}
        data={Object.entries(choices).map(([name, label]) => ({ value: name, label: label as string }))}
        value={text === '' ? null : text}
        onChange={onChange}
        allowDeselect={false}
        clearable={!props.required && field.isNullable}
        clearButtonProps={{ 'aria-label': fill(t.shared.clearNamed, { name: props.label }) }}
      />
    )
  if (typeof value === 'boolean')
    return (
      <Switch
        {...rest}
        required={false}
        disabled={isDisabled}
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    )
  if (isNumber(field))
    return (
      <NumberInput
        {...common}
        value={value as number | string}
        onChange={onChange}
        min={field.minimum}
        max={field.maximum}
        // Other input stays, for its error.
        clampBehavior="none"
        allowDecimal={field.type !== 'integer'}
        thousandSeparator={options.isGrouped ? separator : undefined}
      />
    )
  if (field.type === 'array' || isLong(field))
    return (
      <Textarea
        {...common}
        value={text}
        onChange={onType}
        maxLength={field.maxLength}
        autosize
        minRows={2}
        maxRows={14}
      />
    )
  return (
    <TextInput
      {...common}
      type={type}
      inputMode={inputMode}
      value={text}
      onChange={onType}
      maxLength={field.maxLength}
      rightSection={unit && <Note>{unit}</Note>}
      rightSectionWidth={unit && 56}
    />
  )
}
