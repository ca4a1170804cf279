import { Text } from '@mantine/core'
import { ask } from '../../api.ts'
import { t } from '../../operator-text.ts'
import { showPrefix } from '../../parts/labels.ts'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { TextLink } from '../../parts/text.tsx'
import { useAbout } from '../../session.tsx'
import { fill } from '../../text.ts'
import { describeRoute } from './route/describe.ts'
import { RouteDialog } from './route/edit.tsx'
import { TestNumber } from './route/test-number.tsx'

/** The rules that pick the carrier of a message. */
export function RoutesPage() {
  const { staging } = useAbout()
  return (
    <ResourcePage
      route="GET /routes"
      title={t.routes.title}
      about={t.routes.about}
      above={<TestNumber />}
      section={[t.routes.all, t.routes.orderAbout]}
      empty={staging ? t.routes.emptyStaging : t.routes.empty}
      columns={[
        { label: t.routes.numbers, show: ({ prefix }) => showPrefix(prefix) },
        {
          label: t.routes.carrier,
          show: ({ carrier }) => <TextLink to={`/operator/providers/${carrier}`}>{carrier}</TextLink>,
        },
        {
          label: t.routes.account,
          show: ({ accountId }) => (accountId === null ? <All /> : <AccountLink id={accountId} />),
        },
        { label: t.routes.sender, show: ({ sender }) => sender ?? <All /> },
        { label: t.routes.kind, show: ({ lane }) => (lane === null ? <All /> : t.routes.lanes[lane]) },
        { label: t.routes.priority, show: ({ place }) => place, right: true, width: 90 },
        { label: t.routes.stop, show: ({ stop }) => (stop ? t.routes.yes : t.routes.no), width: 110 },
      ]}
      actionsWidth={190}
      add={t.routes.addRoute}
      // The page of a carrier links here with its name.
      form={(route, close, given) => <RouteDialog route={route} carrier={given} close={close} />}
      editLabel={t.routes.change}
      editName={({ id }) => fill(t.routes.changeNumbered, { id })}
      remove={(route) => ({
        label: t.routes.remove,
        name: fill(t.routes.removeNumbered, { id: route.id }),
        title: t.routes.removeTitle,
        warning: fill(t.routes.removeAbout, { carrier: route.carrier, route: describeRoute(route) }),
        submit: t.routes.removeRoute,
        run: () => ask('DELETE /routes/:route', { path: { route: route.id } }),
        done: t.routes.removed,
      })}
    />
  )
}

function All() {
  return (
    <Text span inherit c="dimmed">
      {t.routes.any}
    </Text>
  )
}

function AccountLink({ id }: { readonly id: number }) {
  return <TextLink to={`/operator/accounts/${id}`}>{fill(t.routes.accountNumbered, { id })}</TextLink>
}
