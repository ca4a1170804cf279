import { Text } from '@mantine/core'
import type { FieldDefinition, FieldValues as Values } from '../../../../src/values/custom-field.ts'
import { fill, t } from '../../text.ts'

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
    <Text inherit lineClamp={2}>
      {values.length === 0 ? '–' : more > 0 ? fill(t.contactFields.more, { values: shown, count: more }) : shown}
    </Text>
  )
}
