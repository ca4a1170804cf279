import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api.ts'
import { queryClient, refresh, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { type EndpointDialogProps, pathOf } from './change-dialog.tsx'
import { placeOf } from './endpoint-path.ts'

export function DeleteDialog(props: EndpointDialogProps) {
  const { account, endpoint, onClose } = props
  const navigate = useNavigate()
  const remove = useChange(() => ask('DELETE /accounts/:account/webhooks/:endpoint', { path: pathOf(props) }), {
    onDone: async () => {
      sayDone('The endpoint was deleted.')
      await navigate({ to: `${account.path}/webhooks` })
      // What is gone is not asked for again.
      queryClient.removeQueries({
        predicate: ({ queryKey: [path] }) => String(path).startsWith(placeOf(pathOf(props))),
      })
      await refresh(`${account.path}/webhooks`, `${account.path}/overview`)
    },
  })
  return (
    <Confirm
      title="Delete this endpoint?"
      isOpen
      onClose={onClose}
      change={remove}
      submit="Delete endpoint"
      onConfirm={() => remove.mutate(undefined)}
    >
      {endpoint.url} is not called any more, and what waits for it is not delivered.
    </Confirm>
  )
}
