import { Text } from '@mantine/core'
import { Rows } from '../../../parts/listing.tsx'
import { Status, When } from '../../../parts/text.tsx'
import type { Carrier, Connection } from './types.ts'

/** Its process as people know it: the machine, and the number there. */
function OwnerOf({ owner }: Pick<Connection, 'owner'>) {
  if (owner === null)
    return (
      <Text span inherit c="dimmed">
        nobody has it
      </Text>
    )
  const [machine, process] = owner.split(':')
  return (
    <>
      {machine}, process {process}
    </>
  )
}

const stateOf = ({ downSince, problem, owner }: Connection) =>
  downSince === null ? 'up' : problem === null && owner !== null ? 'connecting' : 'down'

/** Its connections, as they are now. */
export function BindsList({ connections }: Pick<Carrier, 'connections'>) {
  return (
    <Rows<Connection>
      label="Binds"
      rows={connections}
      error={null}
      retry={() => undefined}
      isFiltered={false}
      keyOf={({ place }) => place}
      empty="It has no connections of its own: every process that sends speaks to it."
      columns={[
        { label: 'Bind', show: ({ place }) => place, width: 80 },
        {
          label: 'State',
          show: (one) => (
            <Status value={stateOf(one)} {...(stateOf(one) === 'connecting' ? { colour: 'blue' as const } : {})} />
          ),
          width: 130,
        },
        { label: 'Down since', show: ({ downSince }) => <When at={downSince} />, width: 190 },
        { label: 'Held by', show: ({ owner }) => <OwnerOf owner={owner} />, width: 260 },
        { label: 'Last problem', show: ({ problem }) => problem ?? '–' },
      ]}
    />
  )
}
