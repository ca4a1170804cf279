import { Anchor, Skeleton } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAsk } from '../../../data.ts'
import { sayDone } from '../../../parts/done.ts'
import { PageHead } from '../../../parts/page-head.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { CarrierForm } from './form.tsx'

export const useKinds = () => useAsk('GET /carrier-kinds', {})

/** A new carrier. It is connected to at once, and gets messages when a route leads to it. */
export function AddCarrier() {
  const { data, error, refetch } = useKinds()
  const navigate = useNavigate()
  return (
    <>
      <PageHead
        title="Add a carrier"
        about={
          <>
            Your contract with the carrier says what to fill in. It is connected to at once, and gets messages when a
            route leads to it.{' '}
            <Anchor component={Link} to="/operator/carriers" inherit underline="always">
              Back to all carriers
            </Anchor>
          </>
        }
      />
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Skeleton height={320} />}
      {data !== undefined && (
        <CarrierForm
          kinds={data.data}
          carrier={null}
          onSaved={({ name }) => {
            sayDone(`Carrier ${name} was added.`)
            void navigate({ to: `/operator/carriers/${name}` })
          }}
        />
      )}
    </>
  )
}
