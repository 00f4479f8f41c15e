import { createApp, reactive } from "vue";
import { createVuetify } from "vuetify";
import * as components from "vuetify/components";
import { aliases, mdi } from "vuetify/iconsets/mdi-svg";
import "vuetify/styles";

const held = reactive({
  mail: "", story: "", age: "Ten", tags: [], fruit: null, words: [], count: 1, agreed: false, plan: "free", dark: false, volume: 30, range: [20, 60],
  stars: 2, align: "left", tab: "one", panel: null, dialog: false, renamed: null, name: "", menu: null, day: new Date(2030, 4, 10), page: 1, drawer: false, went: null,
  snack: false, undone: false, picked: [], sort: [], chips: ["red", "green"], step: 1, code: "", chosen: [], tip: false,
});
const rows = [{ name: "Ada", age: 36 }, { name: "Bo", age: 21 }, { name: "Cyd", age: 50 }];
const iso = (d) => `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, "0")}-${String(d.getDate()).padStart(2, "0")}`;
globalThis.holds(() => ({ ...JSON.parse(JSON.stringify(held)), day: held.day && iso(held.day) }));
createApp({
  setup: () => ({ held, rows, headers: [{ title: "Name", key: "name" }, { title: "Age", key: "age" }] }),
  template: `<v-app><v-main><div style="width:500px">
    <v-text-field label="Mail" v-model="held.mail" /><v-textarea label="Story" v-model="held.story" />
    <v-select label="Age" :items="['Ten','Twenty','Thirty']" v-model="held.age" />
    <v-select label="Tags" multiple :items="['alpha','beta','gamma']" v-model="held.tags" />
    <v-autocomplete label="Fruit" :items="['Apple','Banana','Cherry']" v-model="held.fruit" />
    <v-combobox label="Words" multiple chips v-model="held.words" />
    <v-number-input label="Count" v-model="held.count" />
    <v-checkbox label="I agree" v-model="held.agreed" />
    <v-radio-group label="Plan" v-model="held.plan"><v-radio label="Free" value="free" /><v-radio label="Pro" value="pro" /></v-radio-group>
    <v-switch label="Dark mode" v-model="held.dark" />
    <v-slider label="Volume" step="1" v-model="held.volume" /><v-range-slider label="Range" step="1" v-model="held.range" />
    <v-rating v-model="held.stars" item-aria-label="{0} of {1} stars" />
    <v-btn-toggle v-model="held.align" mandatory><v-btn value="left">Left</v-btn><v-btn value="right">Right</v-btn></v-btn-toggle>
    <v-tabs v-model="held.tab"><v-tab value="one">One</v-tab><v-tab value="two">Two</v-tab></v-tabs>
    <v-expansion-panels v-model="held.panel"><v-expansion-panel title="Details" text="Hidden words" value="d" /></v-expansion-panels>
    <v-dialog v-model="held.dialog" width="300"><template #activator="{ props }"><v-btn v-bind="props">Rename</v-btn></template>
      <v-card title="Rename the file"><v-text-field label="New name" v-model="held.name" /><v-btn @click="held.renamed = held.name; held.dialog = false">Save</v-btn></v-card></v-dialog>
    <v-menu><template #activator="{ props }"><v-btn v-bind="props">Actions</v-btn></template><v-list><v-list-item @click="held.menu='copy'">Copy</v-list-item><v-list-item @click="held.menu='archive'">Archive</v-list-item></v-list></v-menu>
    <v-tooltip text="Removes it for good" v-model="held.tip"><template #activator="{ props }"><v-btn v-bind="props">Remove</v-btn></template></v-tooltip>
    <v-chip v-for="x in held.chips" :key="x" closable @click:close="held.chips = held.chips.filter(y => y !== x)">{{ x }}</v-chip>
    <v-pagination :length="10" v-model="held.page" />
    <v-btn @click="held.snack = true">Notify</v-btn><v-snackbar v-model="held.snack" :timeout="-1">Note archived<template #actions><v-btn @click="held.undone = true">Undo</v-btn></template></v-snackbar>
    <v-date-picker v-model="held.day" />
    <v-otp-input length="4" type="text" v-model="held.code" />
    <v-data-table :headers="headers" :items="rows" item-value="name" show-select v-model="held.picked" v-model:sort-by="held.sort" />
    <v-stepper :items="['Address','Payment']" v-model="held.step"><template #item.1>Where to?</template><template #item.2>How to pay?</template></v-stepper>
    <v-list v-model:opened="held.chosen"><v-list-group value="settings"><template #activator="{ props }"><v-list-item v-bind="props" title="Settings" /></template><v-list-item title="Users" @click="held.went='users'" /></v-list-group></v-list>
    <v-btn @click="held.drawer = true">Side panel</v-btn>
  </div></v-main><v-navigation-drawer temporary v-model="held.drawer"><v-list><v-list-item title="Inbox" @click="held.went='inbox'" /></v-list></v-navigation-drawer></v-app>`,
}).use(createVuetify({ components, icons: { defaultSet: "mdi", aliases, sets: { mdi } } })).mount("#app");
