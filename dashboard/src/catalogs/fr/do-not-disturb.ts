import type { OperatorCatalog } from '../catalog.ts'

export const doNotDisturb: OperatorCatalog['doNotDisturb'] = {
  title: 'Ne pas déranger',
  about:
    'Les numéros qui ne reçoivent de messages d’aucun compte, sauf les codes PIN. Ils comptent comme désinscrits lorsqu’un compte leur envoie un message.',
  search: 'Rechercher par les premiers chiffres',
  empty: 'La liste est vide. Ajoutez un numéro ou importez une liste, par exemple un registre national.',
  phone: 'Numéro de téléphone',
  phoneHelp: 'Avec + et l’indicatif du pays, par exemple +255712345678.',
  source: 'Origine',
  sources: { person: 'Ajout manuel', import: 'Fichier importé' },
  since: 'Ajouté le',
  note: 'Note',
  noteHelp: 'Visible des administrateurs seulement.',
  actions: 'Actions',
  actionsFor: 'Actions pour {phone}',
  add: 'Ajouter un numéro',
  addAbout:
    'Aucun compte ne peut envoyer de messages à ce numéro. Les messages programmés pour ce numéro ne partent pas non plus.',
  added: '{phone} ne recevra plus de messages.',
  remove: 'Retirer de la liste',
  removeTitle: 'Retirer {phone} de la liste « ne pas déranger » ?',
  removeWarning:
    'Tous les comptes pourront de nouveau envoyer des messages à ce numéro, sauf ceux dont il s’est désinscrit.',
  removed: '{phone} peut de nouveau recevoir des messages.',
  importTitle: 'Importer des numéros',
  importAbout:
    'Un fichier CSV avec la colonne phone et, au choix, note et created_at. Une simple liste de numéros convient aussi. Les numéros absents du fichier restent sur la liste.',
}
