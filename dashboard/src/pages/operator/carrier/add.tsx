import { Anchor, Skeleton } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAsk } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { sayDone } from '../../../parts/done.tsx'
import { PageHead } from '../../../parts/page-head.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { fill, rich } from '../../../text.ts'
import { translateKind } from './field-texts.ts'
import { CarrierForm } from './form.tsx'

/** The kinds of carriers, described in the language of the user. */
export function useKinds() {
  const { data, error, refetch } = useAsk('GET /carrier-kinds', {})
  return { kinds: data?.data.map((kind) => translateKind(kind, kind.kind)), error, refetch }
}

/** The form for a new carrier. */
export function AddCarrier() {
  const { kinds, error, refetch } = useKinds()
  const navigate = useNavigate()
  return (
    <>
      <PageHead
        title={t.carriers.add}
        about={rich(t.carriers.addAbout, {
          link: (text) => (
            <Anchor component={Link} to="/operator/carriers" inherit underline="always">
              {text}
            </Anchor>
          ),
        })}
      />
      <Problem error={error} onRetry={() => void refetch()} />
      {kinds === undefined && error === null && <Skeleton height={320} />}
      {kinds !== undefined && (
        <CarrierForm
          kinds={kinds}
          carrier={null}
          onSaved={({ name }) => {
            sayDone(fill(t.carriers.added, { name }))
            void navigate({ to: `/operator/carriers/${name}` })
          }}
        />
      )}
    </>
  )
}
