import type { Catalog } from '../catalog.ts'

export const palette: Catalog['palette'] = {
  title: 'Recherche et commandes',
  button: 'Rechercher',
  placeholder: 'Nom, numéro, identifiant, page ou commande',
  results: 'Résultats',
  searching: 'Recherche en cours',
  emptyTitle: 'Aucun résultat pour « {text} »',
  empty: 'Essayez un numéro de téléphone ou ses quatre derniers chiffres, un nom, un identifiant ou une référence.',
  more: 'Il y a d’autres résultats. Précisez votre recherche.',
  openNumber: 'Ouvrir l’historique de ce numéro',
  hints: {
    move: 'pour se déplacer',
    choose: 'pour ouvrir',
    close: 'pour fermer',
  },
  groups: {
    recent: 'Récents',
    commands: 'Commandes',
    accounts: 'Changer de compte',
    conversation: 'Conversations',
    campaign: 'Campagnes',
    request: 'Demandes',
    event: 'Événements',
  },
  commands: {
    carrier: 'Ajouter un opérateur',
    account: 'Créer un compte',
    send: 'Envoyer un message',
    campaign: 'Créer une campagne',
    key: 'Créer une clé API',
    webhook: 'Ajouter un webhook',
    language: 'Utiliser {language}',
  },
  makeWords: 'nouveau nouvelle ajouter créer',
  languageFailed: 'La langue n’a pas été modifiée',
}

export const shortcuts: Catalog['shortcuts'] = {
  title: 'Raccourcis clavier',
  key: 'Touche',
  effect: 'Effet',
  useKeys: 'Raccourcis à une touche',
  groups: { everywhere: 'Partout', goTo: 'Aller à une page', inbox: 'Boîte de réception' },
  everywhere: {
    search: 'Recherche et commandes',
    pageSearch: 'Rechercher sur cette page',
    next: 'Ligne suivante d’une liste',
    previous: 'Ligne précédente d’une liste',
    help: 'Afficher cette liste',
  },
  names: { enter: 'Entrée', escape: 'Échap', send: 'Ctrl + Entrée' },
}
