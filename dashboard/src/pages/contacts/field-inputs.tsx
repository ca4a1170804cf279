import { Select, TextInput } from '@mantine/core'
import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import {
  type FieldDefinition,
  readValue,
  type FieldValues as Values,
  valueLengthMax,
} from '../../../../src/values/custom-field.ts'
import { Excerpt } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'

interface FieldInputsProps {
  readonly fields: readonly ContactField[]
  /** Texts by key; empty for no value. */
  readonly values: Readonly<Record<string, string>>
  readonly onChange: (key: string, value: string) => void
}

/** Whether the text is a value of the field, or empty. */
const isValid = (field: ContactField, text: string) => !('fault' in readValue(field, text))

export const areValid = (fields: readonly ContactField[], values: FieldInputsProps['values']) =>
  fields.every((field) => field.type !== 'number' || isValid(field, values[field.key] ?? ''))

/** An input for each custom field. The server checks the values and names the field of an error. */
export function FieldInputs({ fields, values, onChange }: FieldInputsProps) {
  return fields.map((field) => (
    <FieldInput
      key={field.key}
      field={field}
      value={values[field.key] ?? ''}
      onChange={(text) => onChange(field.key, text)}
    />
  ))
}

function FieldInput({
  field,
  value,
  onChange,
}: {
  readonly field: ContactField
  readonly value: string
  readonly onChange: (text: string) => void
}) {
  const { name, type, choices } = field
  if (type === 'choice') {
    // A choice that was removed stays until another one is chosen.
    const data = value === '' || choices.includes(value) ? choices : [value, ...choices]
    return (
      <Select
        label={name}
        data={data}
        value={value === '' ? null : value}
        clearable
        onChange={(one) => onChange(one ?? '')}
      />
    )
  }
  return (
    <TextInput
      label={name}
      maxLength={valueLengthMax}
      {...(type === 'date' ? { type: 'date' } : type === 'number' ? { inputMode: 'decimal' as const } : {})}
      error={type === 'number' && !isValid(field, value) ? t.contactFields.numberWanted : null}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

const shownMax = 3

/** The first values of a contact, with the names of their fields. */
export function FieldValues({
  of,
  fields,
}: {
  readonly of: Values
  readonly fields: readonly Pick<FieldDefinition, 'key' | 'name'>[]
}) {
  const values = fields.flatMap(({ key, name }) => {
    const value = of[key]
    return value === undefined ? [] : [`${name}:\u00A0${value}`]
  })
  const shown = values.slice(0, shownMax).join(' · ')
  const more = values.length - shownMax
  return (
    <Excerpt>
      {values.length === 0 ? '–' : more > 0 ? fill(t.contactFields.more, { values: shown, count: more }) : shown}
    </Excerpt>
  )
}
