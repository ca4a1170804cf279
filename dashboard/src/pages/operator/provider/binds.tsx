import { Text } from '@mantine/core'
import type { CarrierState } from '../../../../../src/contract/console/providers.ts'
import type { CarrierConnection } from '../../../../../src/contract/console/routing.ts'
import { t } from '../../../operator-text.ts'
import { showProcess } from '../../../parts/labels.ts'
import { Rows } from '../../../parts/listing.tsx'
import { Status, When } from '../../../parts/text.tsx'
import { describeProblem } from './problem.ts'

/** The process that holds a bind, by machine and process ID. */
function OwnerOf({ owner }: Pick<CarrierConnection, 'owner'>) {
  if (owner === null)
    return (
      <Text span inherit c="dimmed">
        {t.carriers.nobody}
      </Text>
    )
  return <>{showProcess(owner)}</>
}

const stateOf = ({ downSince, problem, owner }: CarrierConnection) =>
  downSince === null ? 'up' : problem === null && owner !== null ? 'connecting' : 'down'

/** The SMPP connections of a carrier. */
export function BindsList({ connections }: Pick<CarrierState, 'connections'>) {
  return (
    <Rows<CarrierConnection>
      label={t.carriers.binds}
      rows={connections}
      keyOf={({ place }) => place}
      empty={t.carriers.noBinds}
      columns={[
        { label: t.carriers.bind, show: ({ place }) => place, width: 80 },
        {
          label: t.carriers.state,
          show: (one) => (
            <Status value={stateOf(one)} colour={stateOf(one) === 'connecting' ? ('blue' as const) : undefined} />
          ),
          width: 130,
        },
        { label: t.carriers.downSince, show: ({ downSince }) => <When at={downSince} />, width: 190 },
        { label: t.carriers.heldBy, show: ({ owner }) => <OwnerOf owner={owner} />, width: 260 },
        { label: t.carriers.lastError, show: ({ problem }) => (problem === null ? '–' : describeProblem(problem)) },
      ]}
    />
  )
}
