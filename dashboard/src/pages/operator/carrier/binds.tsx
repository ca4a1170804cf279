import { Text } from '@mantine/core'
import type { Carrier, CarrierConnection } from '../../../../../src/contract/console/routing.ts'
import { Rows } from '../../../parts/listing.tsx'
import { Status, When } from '../../../parts/text.tsx'

/** Its process as people know it: the machine, and the number there. */
function OwnerOf({ owner }: Pick<CarrierConnection, 'owner'>) {
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

const stateOf = ({ downSince, problem, owner }: CarrierConnection) =>
  downSince === null ? 'up' : problem === null && owner !== null ? 'connecting' : 'down'

/** Its connections, as they are now. */
export function BindsList({ connections }: Pick<Carrier, 'connections'>) {
  return (
    <Rows<CarrierConnection>
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
