import { DndContext, KeyboardSensor, PointerSensor, useDraggable, useDroppable, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, SortableContext, sortableKeyboardCoordinates, useSortable } from "@dnd-kit/sortable";
import { held, show, useHeld } from "../held.jsx";

const at = (t) => ({ transform: t ? `translate3d(${t.x}px,${t.y}px,0)` : undefined });

function Item({ id, grip }) {
  const { attributes, listeners, setNodeRef, transform } = useSortable({ id });
  const handle = { ...attributes, ...listeners };
  return (
    <li ref={setNodeRef} style={{ ...at(transform), padding: 8, margin: 4, background: "#eee", width: 200 }} {...(grip ? {} : handle)}>
      {grip && <button {...handle} aria-label={`Move ${id}`}>⠿</button>} {id}
    </li>
  );
}

function Sorted({ name, grip }) {
  const [list, setList] = useHeld(name, ["Alpha", "Beta", "Gamma"].map((x) => (grip ? `${x} 2` : x)));
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }), useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }));
  const end = ({ active, over }) => over && active.id !== over.id && setList((x) => arrayMove(x, x.indexOf(active.id), x.indexOf(over.id)));
  return <DndContext sensors={sensors} onDragEnd={end}><SortableContext items={list}><ul>{list.map((id) => <Item key={id} id={id} grip={grip} />)}</ul></SortableContext></DndContext>;
}

function Card() {
  const { attributes, listeners, setNodeRef, transform } = useDraggable({ id: "parcel" });
  return <div ref={setNodeRef} style={{ ...at(transform), width: 80, background: "#cde", padding: 8 }} {...attributes} {...listeners}>Parcel</div>;
}

function Basket() {
  const { setNodeRef } = useDroppable({ id: "truck" });
  return <div ref={setNodeRef} style={{ width: 160, height: 80, background: "#ddd", marginTop: 20 }}>Truck</div>;
}

function App() {
  return <><Sorted name="order" /><Sorted name="gripped" grip /><DndContext onDragEnd={({ over }) => held.dropped = over && over.id}><Card /><Basket /></DndContext></>;
}
show(<App />);
