import { createApp, reactive } from "vue";
import PrimeVue from "primevue/config";
import Aura from "@primeuix/themes/aura";
import Accordion from "primevue/accordion";
import AccordionContent from "primevue/accordioncontent";
import AccordionHeader from "primevue/accordionheader";
import AccordionPanel from "primevue/accordionpanel";
import AutoComplete from "primevue/autocomplete";
import Button from "primevue/button";
import CascadeSelect from "primevue/cascadeselect";
import Checkbox from "primevue/checkbox";
import Column from "primevue/column";
import DataTable from "primevue/datatable";
import DatePicker from "primevue/datepicker";
import Dialog from "primevue/dialog";
import Drawer from "primevue/drawer";
import InputMask from "primevue/inputmask";
import InputNumber from "primevue/inputnumber";
import InputText from "primevue/inputtext";
import Listbox from "primevue/listbox";
import Menu from "primevue/menu";
import MultiSelect from "primevue/multiselect";
import Paginator from "primevue/paginator";
import PickList from "primevue/picklist";
import RadioButton from "primevue/radiobutton";
import Rating from "primevue/rating";
import Select from "primevue/select";
import SelectButton from "primevue/selectbutton";
import Slider from "primevue/slider";
import SplitButton from "primevue/splitbutton";
import Tab from "primevue/tab";
import TabList from "primevue/tablist";
import TabPanel from "primevue/tabpanel";
import TabPanels from "primevue/tabpanels";
import Tabs from "primevue/tabs";
import ToggleSwitch from "primevue/toggleswitch";
import Tree from "primevue/tree";
import TreeSelect from "primevue/treeselect";

const components = { Accordion, AccordionContent, AccordionHeader, AccordionPanel, AutoComplete, Button, CascadeSelect, Checkbox, Column, DataTable, DatePicker, Dialog, Drawer, InputMask, InputNumber, InputText, Listbox, Menu, MultiSelect, Paginator, PickList, RadioButton, Rating, Select, SelectButton, Slider, SplitButton, Tab, TabList, TabPanel, TabPanels, Tabs, ToggleSwitch, Tree, TreeSelect };
const held = reactive({ name: "", count: 1, phone: "", city: "Oslo", many: [], fruit: null, agreed: false, plan: "free", dark: false, heat: 30, stars: 2, view: "List", day: new Date(2030, 4, 10), tab: "one", panel: null, dialog: false, why: "", deleted: null, drawer: false, went: null, picked: null, row: null, sort: null, page: 0, node: null, unfolded: {}, chosen: {}, menu: null, lists: [["Xenon", "Yttrium"], []], place: null });
const nodes = [{ key: "docs", label: "Docs", children: [{ key: "guide", label: "Guide" }, { key: "notes", label: "Notes" }] }];
const iso = (d) => `${d.getFullYear()}-${String(d.getMonth() + 1).padStart(2, "0")}-${String(d.getDate()).padStart(2, "0")}`;
globalThis.holds(() => ({ ...JSON.parse(JSON.stringify(held)), day: held.day && iso(held.day), row: held.row && held.row.name }));
createApp({
  setup: () => {
    const ui = reactive({ suggestions: [] });
    return {
      held, nodes, ui, cities: ["Oslo", "Bergen", "Trondheim"],
      places: [{ name: "Norway", cities: [{ name: "Oslo city" }, { name: "Bergen city" }] }],
      rows: [{ name: "Ada", age: 36 }, { name: "Bo", age: 21 }],
      items: [{ label: "Copy", command: () => held.menu = "copy" }, { label: "Archive", command: () => held.menu = "archive" }],
      complete: ({ query }) => ui.suggestions = ["Apple", "Banana", "Cherry"].filter((x) => x.toLowerCase().includes(query.toLowerCase())),
    };
  },
  template: `<div style="width:500px">
    <p><label for="name">Name</label> <InputText id="name" v-model="held.name" /></p>
    <p><label for="count">Count</label> <InputNumber inputId="count" v-model="held.count" showButtons /></p>
    <p><label for="phone">Phone</label> <InputMask id="phone" mask="999-9999" v-model="held.phone" /></p>
    <p><label id="cityl">City</label> <Select aria-labelledby="cityl" :options="cities" v-model="held.city" /></p>
    <p><label id="manyl">Stops</label> <MultiSelect aria-labelledby="manyl" :options="cities" v-model="held.many" filter /></p>
    <p><label for="fruit">Fruit</label> <AutoComplete inputId="fruit" v-model="held.fruit" :suggestions="ui.suggestions" @complete="complete" /></p>
    <p><Checkbox inputId="agree" binary v-model="held.agreed" /> <label for="agree">I agree</label></p>
    <p><RadioButton inputId="free" name="plan" value="free" v-model="held.plan" /><label for="free">Free</label> <RadioButton inputId="pro" name="plan" value="pro" v-model="held.plan" /><label for="pro">Pro</label></p>
    <p><ToggleSwitch inputId="dark" v-model="held.dark" /> <label for="dark">Dark mode</label></p>
    <div style="padding:12px"><Slider aria-label="Heat" v-model="held.heat" /></div>
    <Rating v-model="held.stars" /><SelectButton :options="['List','Grid']" v-model="held.view" />
    <p><label for="day">Day</label> <DatePicker inputId="day" v-model="held.day" dateFormat="yy-mm-dd" /></p>
    <p><label id="placel">Place</label> <CascadeSelect aria-labelledby="placel" v-model="held.place" :options="places" optionLabel="name" optionGroupLabel="name" :optionGroupChildren="['cities']" placeholder="Where" /></p>
    <p><label id="nodel">Folder</label> <TreeSelect aria-labelledby="nodel" v-model="held.node" :options="nodes" placeholder="Which" /></p>
    <Listbox aria-label="One of" :options="cities" v-model="held.picked" />
    <Tabs v-model:value="held.tab"><TabList><Tab value="one">One</Tab><Tab value="two">Two</Tab></TabList><TabPanels><TabPanel value="one">First</TabPanel><TabPanel value="two">Second</TabPanel></TabPanels></Tabs>
    <Accordion v-model:value="held.panel"><AccordionPanel value="d"><AccordionHeader>Details</AccordionHeader><AccordionContent>Hidden words</AccordionContent></AccordionPanel></Accordion>
    <Button label="Delete account" @click="held.dialog = true" />
    <Dialog v-model:visible="held.dialog" modal header="Really?"><InputText aria-label="Reason" v-model="held.why" /><Button label="Delete it" @click="held.deleted = held.why; held.dialog = false" /></Dialog>
    <Button label="Actions" @click="$refs.menu.toggle($event)" /><Menu ref="menu" :model="items" popup />
    <SplitButton label="Save" :model="items" />
    <Button label="Side panel" @click="held.drawer = true" /><Drawer v-model:visible="held.drawer" header="Panel"><Button label="Inside" @click="held.went = 'inside'" /></Drawer>
    <DataTable :value="rows" v-model:selection="held.row" selectionMode="single" @sort="held.sort = $event.sortField + ' ' + $event.sortOrder"><Column field="name" header="Name" /><Column field="age" header="Age" sortable /></DataTable>
    <Paginator :rows="10" :totalRecords="100" @page="held.page = $event.page" />
    <Tree :value="nodes" v-model:expandedKeys="held.unfolded" v-model:selectionKeys="held.chosen" selectionMode="single" />
    <PickList v-model="held.lists" dataKey=""><template #option="{ option }">{{ option }}</template></PickList>
  </div>`,
  components,
}).use(PrimeVue, { theme: { preset: Aura } }).mount("#app");
