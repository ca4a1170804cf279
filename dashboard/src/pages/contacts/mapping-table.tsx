import { Select, Stack, Text } from '@mantine/core'
import type { ContactField } from '../../../../src/contract/account/contact-fields.ts'
import { type NewFieldType, newFieldTypes, type Target } from '../../../../src/values/contact-columns.ts'
import { decimalMarks, guessType, parseNumberCell } from '../../../../src/values/custom-field.ts'
import { Rows } from '../../parts/listing.tsx'
import { Note } from '../../parts/text.tsx'
import { fill, t } from '../../text.ts'
import { choose, hasNumbers, type MappedColumn } from './mapping.ts'

const skip = 'none'

/** The fields that a column can be imported into. Standard fields come last: their columns are found by name. */
const optionsOf = (custom: readonly ContactField[], examples: readonly string[]) => [
  { value: skip, label: t.contacts.newImport.skip },
  {
    group: t.contacts.newImport.newFields,
    items: typesFor(examples).map((type) => ({
      value: `new:${type}`,
      label: fill(t.contacts.newImport.newField, { type: t.contactFields.types[type] }),
    })),
  },
  ...(custom.length === 0
    ? []
    : [
        {
          group: t.contacts.newImport.customFields,
          items: custom.map(({ key, name }) => ({ value: `fields.${key}`, label: name })),
        },
      ]),
  {
    group: t.contacts.newImport.standardFields,
    items: [
      ...Object.entries(t.contacts.fields).map(([value, label]) => ({ value, label })),
      { value: 'fullName', label: t.contacts.newImport.fullName },
    ],
  },
]

/** The type that fits the first values comes first. */
function typesFor(examples: readonly string[]): readonly NewFieldType[] {
  const likely = guessType(examples)
  return [likely, ...newFieldTypes.filter((type) => type !== likely)]
}

/** The columns of a file with their first values, and the contact field that each is imported into. */
export function MappingTable({
  columns,
  custom,
  onChange,
}: {
  readonly columns: readonly MappedColumn[]
  readonly custom: readonly ContactField[]
  readonly onChange: (columns: MappedColumn[]) => void
}) {
  return (
    <Rows<MappedColumn>
      label={t.contacts.newImport.columnsLabel}
      rows={columns}
      empty=""
      keyOf={({ place }) => place}
      columns={[
        {
          label: t.contacts.newImport.column,
          show: ({ name, place }) => (
            <Text inherit fw={600}>
              {name.trim() === '' ? fill(t.contacts.newImport.unnamedColumn, { number: place + 1 }) : name}
            </Text>
          ),
        },
        { label: t.contacts.newImport.firstValues, show: ({ examples }) => <Examples values={examples} /> },
        {
          label: t.contacts.newImport.field,
          width: 260,
          show: (column) =>
            column.isRepeated ? (
              <Note>{t.contacts.newImport.repeated}</Note>
            ) : (
              <Stack gap="xs">
                <Select
                  aria-label={fill(t.contacts.newImport.fieldFor, { column: column.name })}
                  data={optionsOf(custom, column.examples)}
                  value={column.field ?? skip}
                  allowDeselect={false}
                  maxDropdownHeight={360}
                  onChange={(value) =>
                    onChange(choose(columns, column.place, value === skip || value === null ? null : (value as Target)))
                  }
                />
                {hasNumbers(column, custom) && (
                  <Decimals
                    of={column}
                    onChange={(changed) => onChange(columns.map((one) => (one === column ? changed : one)))}
                  />
                )}
              </Stack>
            ),
        },
      ]}
    />
  )
}

/** Asks how the numbers of a column are written, and shows how its first values are read. */
function Decimals({
  of: column,
  onChange,
}: {
  readonly of: MappedColumn
  readonly onChange: (changed: MappedColumn) => void
}) {
  const read = column.examples.flatMap((cell) => parseNumberCell(cell, column.decimals) ?? [])
  return (
    <>
      <Select
        aria-label={fill(t.contacts.newImport.decimalsOf, { column: column.name })}
        data={decimalMarks.map((mark) => ({ value: mark, label: t.contacts.newImport[mark] }))}
        value={column.decimals}
        allowDeselect={false}
        onChange={(mark) => onChange({ ...column, decimals: mark === 'comma' ? 'comma' : 'point' })}
      />
      {read.length > 0 && <Note>{fill(t.contacts.newImport.readAs, { values: read.join(' · ') })}</Note>}
    </>
  )
}

function Examples({ values }: { readonly values: readonly string[] }) {
  const shown = values.filter((value) => value.trim() !== '')
  return <Note lineClamp={2}>{shown.length === 0 ? t.contacts.newImport.noValues : shown.join(' · ')}</Note>
}
