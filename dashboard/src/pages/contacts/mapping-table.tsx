import { Select, Text } from '@mantine/core'
import type { ContactField } from '../../../../src/values/contact-columns.ts'
import { Rows } from '../../parts/listing.tsx'
import { fieldTitles } from './fields.ts'
import { choose, type MappedColumn } from './mapping.ts'

const leftOut = 'none'
const options = [
  { value: leftOut, label: 'Leave out' },
  ...Object.entries(fieldTitles).map(([value, label]) => ({ value, label })),
]

/** Which column of a file is what, with its first values, so that everybody sees what they are choosing. */
export function MappingTable({
  columns,
  onChange,
}: {
  readonly columns: readonly MappedColumn[]
  readonly onChange: (columns: MappedColumn[]) => void
}) {
  return (
    <Rows<MappedColumn>
      label="Columns of the file"
      rows={columns}
      error={null}
      retry={() => {}}
      isFiltered={false}
      empty=""
      keyOf={({ place }) => place}
      columns={[
        {
          label: 'Column in your file',
          show: ({ name, place }) => (
            <Text inherit fw={600}>
              {name.trim() === '' ? `Column ${place + 1}, without a name` : name}
            </Text>
          ),
        },
        { label: 'First values', show: ({ examples }) => <Examples values={examples} /> },
        {
          label: 'Goes into',
          width: 260,
          show: ({ place, name, field, isRepeated }) =>
            isRepeated ? (
              <Text size="sm" c="dimmed">
                Left out: another column has this name
              </Text>
            ) : (
              <Select
                aria-label={`${name} goes into`}
                data={options}
                value={field ?? leftOut}
                allowDeselect={false}
                onChange={(value) =>
                  onChange(choose(columns, place, value === leftOut || value === null ? null : (value as ContactField)))
                }
              />
            ),
        },
      ]}
    />
  )
}

function Examples({ values }: { readonly values: readonly string[] }) {
  const shown = values.filter((value) => value.trim() !== '')
  return (
    <Text size="sm" c="dimmed" lineClamp={2}>
      {shown.length === 0 ? 'empty' : shown.join(' · ')}
    </Text>
  )
}
