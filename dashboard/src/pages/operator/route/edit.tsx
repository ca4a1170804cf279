import { Select } from '@mantine/core'
import type { Route } from '../../../../../src/contract/console/routing.ts'
import { useAsk } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { AccountSelect } from '../../../parts/account-select.tsx'
import { EditDialog } from '../../../parts/edit-dialog.tsx'
import { fill } from '../../../text.ts'
import { describeRoute } from './describe.ts'

interface RouteDialogProps {
  /** Null for a new one. */
  readonly route: Route | null
  /** The carrier of a new route. */
  readonly carrier: string
  readonly close: () => unknown
}

/** Adds or changes a route. */
export function RouteDialog({ route, carrier, close }: RouteDialogProps) {
  const carriers = useAsk('GET /providers', { query: { product: 'sms' } })
  const names = (carriers.data?.data ?? []).map(({ name }) => name)
  return (
    <EditDialog
      route={route ? 'PUT /routes/:route' : 'POST /routes'}
      path={{ route: route?.id ?? 0 }}
      title={route ? t.routes.changeRoute : t.routes.addRoute}
      submit={route ? t.routes.saveRoute : t.routes.addRoute}
      values={{
        carrier: route?.carrier ?? carrier,
        prefix: route?.prefix ?? '',
        accountId: route?.accountId == null ? null : String(route.accountId),
        sender: route?.sender ?? '',
        lane: route?.lane ?? null,
        place: (route?.place ?? 1) as number | string,
        stop: route?.stop ?? false,
      }}
      fields={{
        carrier: {
          label: t.routes.carrier,
          missing: t.routes.carrierMissing,
          input: ({ value, onChange, ...props }) => (
            <Select
              {...props}
              data={names}
              allowDeselect={false}
              nothingFoundMessage={t.routes.noCarriers}
              value={value === '' ? null : value}
              onChange={(chosen) => onChange(chosen ?? '')}
            />
          ),
        },
        prefix: {
          label: t.routes.prefix,
          help: t.routes.prefixAbout,
          inputMode: 'numeric',
          check: (value) => (/^\d{0,15}$/.test(value) ? null : t.routes.prefixInvalid),
        },
        accountId: {
          label: t.routes.account,
          input: (props) => <AccountSelect {...props} placeholder={t.routes.allAccounts} />,
        },
        sender: { label: t.routes.sender, help: t.routes.senderAbout },
        lane: { label: t.routes.kind, placeholder: t.routes.allKinds, choices: t.routes.lanes },
        place: { label: t.routes.priority, help: t.routes.priorityAbout },
        stop: { label: t.routes.stopHere, help: t.routes.stopAbout },
      }}
      close={close}
      done={(saved) => fill(t.routes.saved, { carrier: saved.carrier, route: describeRoute(saved) })}
    />
  )
}
